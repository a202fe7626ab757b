// `npm run dev`: the stack, with servers that restart after a change and Vite for the browser code.
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
