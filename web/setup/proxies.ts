// Proxy rules: the application's web server forwards `/monitoring` to the relay, with the client's address.
import { nextRewrites, type Endpoints, type Setup, type Step, viteProxy } from './setup.ts'

export const TRUST_NOTE =
  'Start the relay with `TRUST_PROXY=1`. Without it, or without the header, all users appear to have the ' +
  "proxy's address and share one rate limit."

export const LOOPBACK_NOTE =
  'Without a rule, set `url` to the full address of the relay and add the origin of your pages to ' +
  '`ALLOWED_ORIGINS`. Pages on `localhost`, on any port, need no entry while the relay listens on the ' +
  'loopback interface.'

/** The setups of Vite and Next.js contain their rule too; here it is for pages with a script tag. */
export function proxies(endpoints: Endpoints): Setup[] {
  return [
    proxy('nginx', {
      file: 'In the server of your application',
      language: 'nginx',
      code: `location /monitoring {
  proxy_pass ${endpoints.relay};
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
}`,
    }),
    proxy('Caddy', {
      file: 'Caddyfile, which sets X-Forwarded-For itself',
      language: 'text',
      code: `reverse_proxy /monitoring* ${endpoints.relay.replace(/^https?:\/\//, '')}`,
    }),
    proxy('Vite', { file: 'vite.config.ts', code: `  ${viteProxy(endpoints)}` }),
    proxy('Next.js', {
      file: 'next.config.ts, which sets X-Forwarded-For itself',
      code: nextRewrites(endpoints),
    }),
  ]
}

function proxy(name: string, step: Step): Setup {
  return { id: name.toLowerCase(), name, steps: [step], notes: [] }
}
