// Secrets that are shown once and stored as their SHA-256: sessions, tokens and invites. They are random, so
// that a slow hash would add nothing. Passwords are chosen by people, and stored with scrypt.
import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 179 bits. */
const TOKEN_LETTERS = 30
const CHECKSUM_LETTERS = 6
const SECRET_BYTES = 32
const KEY_BYTES = 32

/** `errata_`, 30 random letters, and the CRC-32 of these, by which a scanner recognises a token. */
export function newToken(): string {
  const random = Array.from({ length: TOKEN_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `errata_${random}${checksumOf(random)}`
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let letters = ''
  for (let index = 0; index < CHECKSUM_LETTERS; index++) {
    letters = LETTERS[rest % LETTERS.length]! + letters
    rest = Math.floor(rest / LETTERS.length)
  }
  return letters
}

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

type StoredPassword = { salt: string; hash: string }

export async function hashPassword(password: string): Promise<StoredPassword> {
  const salt = randomBytes(16).toString('hex')
  return { salt, hash: (await derive(password, salt)).toString('hex') }
}

export async function isPassword(password: string, { salt, hash }: StoredPassword): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt), Buffer.from(hash, 'hex'))
}

function derive(password: string, salt: string): Promise<Buffer> {
  return promisify<string, string, number, Buffer>(scrypt)(password, salt, KEY_BYTES)
}
