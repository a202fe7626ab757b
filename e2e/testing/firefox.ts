// A Firefox with real clicks: Playwright's own, or the one of the system by WebDriver BiDi, which Playwright
// cannot drive.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefox } from 'playwright'
import { firefoxArguments, installedByPlaywright } from '../../web/monitoring/browsers/launch.ts'

export type Firefox = {
  /** Waits for the event `load`. */
  goto(url: string): Promise<unknown>
  /** Waits for a promise. The result is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks in the middle of the element. */
  click(selector: string): Promise<unknown>
  close(): Promise<void>
}

type Answer = { id: number; type: string; result: never; message?: string }

/** `program`: a path, or `playwright`. */
export async function openFirefox(program: string): Promise<Firefox> {
  if (program !== installedByPlaywright) return openSystemFirefox(program)
  const browser = await firefox.launch()
  const page = await browser.newPage()
  return {
    goto: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    close: () => browser.close(),
  }
}

async function openSystemFirefox(program: string): Promise<Firefox> {
  const home = mkdtempSync(join(tmpdir(), 'errata-firefox-'))
  const child = spawn(program, [...firefoxArguments(home), '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, HOME: home },
  })
  const exited = once(child, 'exit')
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`Firefox has ended: ${printed}`)))
    child.stderr.on('data', (text: Buffer) => {
      printed += text.toString()
      const [match] = /ws:\/\/\S+/.exec(printed) ?? []
      if (match) resolve(match)
    })
  })
  const { send, socket } = await connect(`${address}/session`)
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]!.context
  const evaluate = async (expression: string): Promise<unknown> => {
    const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`
    const { result } = await send<{ result: { value: string } }>('script.evaluate', {
      expression: json,
      target: { context },
      awaitPromise: true,
    })
    return JSON.parse(result.value)
  }
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate,
    async click(selector) {
      const element = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`
      const { x, y, width, height } = (await evaluate(element)) as DOMRect
      const move = { type: 'pointerMove', x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
      const mouse = { type: 'pointer', id: 'mouse', actions: [move, ...press] }
      await send('input.performActions', { context, actions: [mouse] })
    },
    async close() {
      socket.close()
      // With its processes.
      process.kill(-child.pid!, 'SIGKILL')
      await exited
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** `send` throws with the message of a command that has failed. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
  })
  let id = 0
  async function send<T>(method: string, params: object): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(++id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, message } = await promise
    if (type === 'error') throw new Error(`${method}: ${message}`)
    return result
  }
  return { socket, send }
}
