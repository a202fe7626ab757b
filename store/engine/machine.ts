// Says in one sentence why this machine cannot run the embedded engine, before the engine's library ends the process without a word.
import { readFileSync } from 'node:fs'
import { Unstartable } from '../unstartable.ts'

const ELSEWHERE = 'or set CLICKHOUSE_URL to a ClickHouse server, which needs no embedded engine'

/** The library is compiled with AVX throughout (its own build says ENABLE_AVX=1, ENABLE_AVX2=0); code for newer processors it chooses as it runs. */
const NEEDED_FLAG = 'avx'

export function checkMachine(): void {
  const { platform, arch } = process
  if (platform !== 'linux' && platform !== 'darwin')
    throw new Unstartable(`The embedded engine has no build for ${platform}: run the store in WSL2 or a container, ${ELSEWHERE}.`)
  if (arch !== 'x64' && arch !== 'arm64')
    throw new Unstartable(`The embedded engine has no build for ${arch}: use an x64 or arm64 machine, ${ELSEWHERE}.`)
  if (platform === 'linux' && usesMusl())
    throw new Unstartable(`The embedded engine needs glibc and this system has musl (Alpine): use a Debian-based image, ${ELSEWHERE}.`)
  if (platform === 'linux' && arch === 'x64' && !processorHas(NEEDED_FLAG))
    throw new Unstartable(`The embedded engine needs a processor with ${NEEDED_FLAG.toUpperCase()}: use a newer machine, ${ELSEWHERE}.`)
}

function usesMusl(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime === undefined
}

function processorHas(flag: string): boolean {
  try {
    const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]
    return flags === undefined || flags.split(' ').includes(flag)
  } catch {
    // No /proc to read: let the engine try.
    return true
  }
}
