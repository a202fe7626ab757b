// Errors outside React and the router, which the listeners of `init` report.
import { Link } from 'react-router'

const links = {
  Render: '/products/9',
  Loader: '/orders/77',
  Cart: '/cart',
  'Missing chunk': '/help',
  'Chunk that is a page': '/terms',
  Effect: '/effect',
  'Endless update': '/loop',
  Boundary: '/boundary',
  Query: '/query',
}

const recurse = (depth: number): number => recurse(depth + 1) + 1

function loadScript(address: string) {
  document.head.append(Object.assign(document.createElement('script'), { src: address }))
}

const actions: Record<string, () => unknown> = {
  'Click handler': () => {
    throw new TypeError('the button is not connected')
  },
  'Promise chain': () => void Promise.reject(new Error('the search answered 500')),
  'JSON.parse': () => JSON.parse('<!doctype html>') as unknown,
  'Rejected object': () => void Promise.reject({ code: 'E_CARD', status: 402 }),
  Text: () => {
    throw 'payment declined'
  },
  Abort: () => {
    const controller = new AbortController()
    void fetch('/', { signal: controller.signal })
    controller.abort()
  },
  'Dead host': () => void fetch('http://127.0.0.1:1/'),
  Recursion: () => recurse(0),
  Worker: () => new Worker(new URL('worker.ts', import.meta.url), { type: 'module' }),
  'Blocked script': () => loadScript('https://ads.example/banner.js'),
  'Third-party script': () => {
    const otherHost = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
    loadScript(`http://${otherHost}:${location.port}/third-party.js`)
  },
  'Answer that is a page': () => void fetch('/index.html').then((response) => response.json()),
}

export function Home() {
  return (
    <main>
      {Object.entries(links).map(([name, path]) => (
        <p key={path}>
          <Link to={path}>{name}</Link>
        </p>
      ))}
      {Object.entries(actions).map(([name, run]) => (
        <button key={name} onClick={run}>
          {name}
        </button>
      ))}
    </main>
  )
}
