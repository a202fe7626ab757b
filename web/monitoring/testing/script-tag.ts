// Builds the script tag in memory.

import { build } from 'vite'
import { scriptTag } from '../build/script-build.ts'

export type Chunk = { fileName: string; code: string; imports: string[] }

export async function buildScriptTag(): Promise<Chunk[]> {
  const config = scriptTag('unused')
  const built = await build({ ...config, build: { ...config.build, write: false } })
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  return outputs.flatMap((output) => (output.type === 'chunk' ? [output] : []))
}
