// Writes `NAME.br` beside each file of dist that compresses well: the relay sends it as it is. The slowest
// level takes seconds for all files, which no request waits for.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const DIST = join(import.meta.dirname, 'dist')
const compress = promisify(brotliCompress)

await Promise.all(globSync('**/*.{js,css,svg}', { cwd: DIST }).map((name) => write(join(DIST, name))))

async function write(file: string): Promise<void> {
  const content = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  writeFileSync(`${file}.br`, await compress(content, { params }))
}
