// Writes the npm tarball of the SDK into dist, where the relay serves it as /monitoring.tgz. The tests of the
// package pack it in the same way.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './monitoring/testing/package.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-package-'))
try {
  copyFileSync(pack(folder).tarball, join(import.meta.dirname, 'dist/monitoring.tgz'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
