// How to connect an assistant: what its user pastes, by assistant. The token is in a variable, so that it is
// in no file that is committed.
import type { Endpoints, Setup, Step } from './setup.ts'

const TOKEN_STEP: Step = {
  file: 'Terminal, before the assistant starts',
  language: 'shell',
  code: 'export ERRATA_TOKEN=errata_…',
}

export const ASSISTANT_NOTE =
  'Make a token in the settings, with the scope `read`; with `write`, the assistant may also resolve and ' +
  'assign issues. It reads the services of the token alone. An Errata without a login needs none: leave ' +
  'out the header.'

export function assistants({ relay }: Pick<Endpoints, 'relay'>): Setup[] {
  const url = `${relay}/api/mcp`
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      steps: [
        TOKEN_STEP,
        {
          file: 'Terminal, in the folder of the application',
          language: 'shell',
          code:
            `claude mcp add --transport http errata ${url} \\\n` +
            `  --header "Authorization: Bearer $ERRATA_TOKEN"`,
        },
      ],
      notes: [],
    },
    {
      id: 'codex',
      name: 'Codex',
      steps: [
        TOKEN_STEP,
        {
          file: '~/.codex/config.toml',
          language: 'toml',
          code: `[mcp_servers.errata]\nurl = "${url}"\nbearer_token_env_var = "ERRATA_TOKEN"`,
        },
      ],
      notes: [],
    },
    {
      id: 'cursor',
      name: 'Cursor',
      steps: [
        TOKEN_STEP,
        {
          file: '.cursor/mcp.json',
          code: json({ mcpServers: { errata: { url, headers: bearer('${env:ERRATA_TOKEN}') } } }),
        },
      ],
      notes: [],
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      steps: [
        {
          file: '.vscode/mcp.json',
          code: json({
            inputs: [
              { type: 'promptString', id: 'errata-token', description: 'Token of Errata', password: true },
            ],
            servers: { errata: { type: 'http', url, headers: bearer('${input:errata-token}') } },
          }),
        },
      ],
      notes: [],
    },
    {
      id: 'opencode',
      name: 'OpenCode',
      steps: [
        TOKEN_STEP,
        {
          file: 'opencode.json',
          code: json({
            mcp: { errata: { type: 'remote', url, enabled: true, headers: bearer('{env:ERRATA_TOKEN}') } },
          }),
        },
      ],
      notes: ['From version 2 of OpenCode, `errata` is a member of `mcp.servers`.'],
    },
  ]
}

function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` }
}

function json(value: object): string {
  return JSON.stringify(value, null, 2)
}

/** The command line of the package. */
export function commands({ relay }: Pick<Endpoints, 'relay'>): Step {
  return {
    file: 'Terminal, in a project with @errata/monitoring',
    code: `npx errata login ${relay}\nnpx errata issues\nnpx errata issue 7K3M9QXP`,
  }
}
