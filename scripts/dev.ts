// `npm run dev`: the stack of `npm start`. Servers restart when their source changes; Vite serves the browser
// code.
import { spawn, type ChildProcess } from 'node:child_process'
import { launch } from './launch.ts'

let vite: ChildProcess | undefined

await launch({
  adapt: (definition) =>
    definition.command === process.execPath
      ? { ...definition, args: ['--watch-preserve-output', '--watch', ...definition.args] }
      : definition,
  onReady({ environment }) {
    vite = spawn('vite', ['--open', '/'], { cwd: 'web', stdio: 'inherit', env: environment })
  },
  onStop() {
    vite?.kill('SIGTERM')
  },
})
