import { connection } from 'next/server'

/** A server component: the page receives only the digest of its error. */
export default async function Orders() {
  await connection()
  throw new Error('order 77 answered 500')
}
