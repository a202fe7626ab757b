// The parts of a mail: rows of one table with inline style, nothing that is fetched. All texts are escaped
// here.
import { escapeHtml } from './text.ts'

/** Where a part takes HTML, it is made of other parts. */
type Html = string

export type Link = { text: string; url: string }

/** Classes that are other colors in dark mode. All have 4.5 : 1 or more on their ground, in both modes. */
export type Tone = 'ink' | 'ink2' | 'ink3' | 'err' | 'reg' | 'new' | 'ok'

const COLORS: Record<Tone, string> = {
  ink: '#1d1b18',
  ink2: '#55514a',
  ink3: '#6b665d',
  err: '#c0261b',
  reg: '#a9440a',
  new: '#75389f',
  ok: '#1f6f43',
}
const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const SERIF = "Georgia,'Times New Roman',serif"
export const MONO = "ui-monospace,'SF Mono','Cascadia Mono',Consolas,Menlo,monospace"
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Only for dark mode; without it a mail stays readable. */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
  a:hover { text-decoration: underline !important; }
  @media (prefers-color-scheme: dark) {
    .ground { background: #161514 !important; }
    .ink { color: #ece9e3 !important; } .ink2 { color: #b7b1a7 !important; }
    .ink3 { color: #9a9489 !important; } .err { color: #ff8577 !important; }
    .ok { color: #6cc893 !important; } .reg { color: #f2a066 !important; } .new { color: #cf9df0 !important; }
    .line { border-color: #2c2a27 !important; }
    .btn { border-color: #7b756c !important; color: #ece9e3 !important; }
    .first { background: #9bb0ff !important; border-color: #9bb0ff !important; color: #12152a !important; }
  }
`

/** `preview`: what a list of mails shows beside the title. */
export function page({ title, preview, rows }: { title: string; preview: string; rows: Html[] }): Html {
  const width = 'width:100%;max-width:600px;table-layout:fixed;word-wrap:break-word;overflow-wrap:anywhere'
  const text = `font-family:${SANS};font-size:14px;line-height:20px;text-align:left`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#ffffff">
<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${escapeHtml(preview)}</div>
<table class="ground" ${TABLE} width="100%" style="background:#ffffff"><tr>
<td align="center" style="padding:24px 20px">
<table ${TABLE} width="600" style="${width};${text}">
${rows.join('\n')}
</table>
</td></tr></table>
</body>
</html>
`
}

/** The first line. `note`: what the mail is about, such as a service. */
export function brand(note: string): Html {
  const name = span('Errata', 'ink', `font-family:${SERIF};font-size:20px;line-height:24px`)
  return row('0', `${name} &nbsp;${small(note)}`)
}

export function heading(text: string): Html {
  const style = 'margin:0;font-size:22px;line-height:28px;font-weight:600'
  return row('20px 0 0', `<h1 class="ink" style="${style};color:${COLORS.ink}">${escapeHtml(text)}</h1>`)
}

/** `style`: more CSS. */
export function paragraph(text: string, style = ''): Html {
  const all = `margin:0;font-size:14px;line-height:20px;color:${COLORS.ink2};${style}`
  return row('6px 0 0', `<p class="ink2" style="${all}">${escapeHtml(text)}</p>`)
}

/** The first one stands out. */
export function buttons(links: Link[]): Html {
  const style = 'display:inline-block;padding:8px 16px;margin:0 8px 8px 0;border-radius:5px;font-size:14px'
  const colors = [
    'background:#2a4bc0;border:1px solid #2a4bc0;color:#ffffff',
    `border:1px solid #8c867b;color:${COLORS.ink}`,
  ]
  const cells = links.map(({ text, url }, index) => {
    const all = `${style};line-height:20px;font-weight:500;text-decoration:none;${colors[Math.min(index, 1)]}`
    const names = index === 0 ? 'btn first' : 'btn'
    return `<a class="${names}" href="${escapeHtml(url)}" style="${all}">${escapeHtml(text)}</a>`
  })
  return row('20px 0 12px', cells.join(''))
}

/** The title of a part. */
export function section(title: string, note = ''): Html {
  const style = `margin:0;font-size:15px;line-height:20px;color:${COLORS.ink};font-weight:600`
  const end = note === '' ? '' : ` &nbsp;${small(note)}`
  return row('16px 0 6px', `<h2 class="ink" style="${style}">${escapeHtml(title)}${end}</h2>`, '#cdc8be')
}

/** A name and a value; nothing where the value is empty. */
export function fact(name: string, value: string | Link): Html {
  if (value === '') return ''
  const shown = typeof value === 'string' ? span(value, 'ink', 'font-size:14px') : anchor(value)
  const cells =
    `<td valign="top" width="96" style="width:96px;padding-right:8px">${small(name)}</td>` +
    `<td valign="top">${shown}</td>`
  return row('6px 0', columns(cells), '#e7e4dd')
}

/** A line with a value before and one after. `tone`: of the second. */
export type Pair = Link & { note: string; before: string; after: string; tone: Tone }

export function pair({ text, url, note, before, after, tone }: Pair): Html {
  const style = `color:${COLORS.ink};font-size:14px;font-weight:600;text-decoration:none`
  const name = `<a class="ink" href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`
  const values = [
    ...(before === '' ? [] : [small(`${before} →`)]),
    span(after, tone, 'font-size:14px;font-weight:600'),
  ]
  const cells =
    `<td valign="top">${name} ${small(note)}</td>` +
    `<td valign="top" align="right" width="144" style="width:144px;padding-left:12px">` +
    `${values.join(' ')}</td>`
  return row('7px 0', columns(cells), '#e7e4dd')
}

/** `label`: what happened. `notes`, `links`: lines below the title. `figures`: one or two at the right. */
export type Item = Link & { label: string; tone: Tone; notes: string[]; links?: Link[]; figures: string[] }

export function item({ label, tone, text, url, notes, links = [], figures }: Item): Html {
  const lines = [...notes.map(small), ...links.map((part) => anchor(part, ';font-size:13px'))]
  const link = 'font-size:14px;line-height:20px;font-weight:600;text-decoration:none'
  const [first = '', second = ''] = figures
  const cells =
    `<td valign="top" width="72" style="width:72px;padding-right:8px">` +
    `${span(label, tone, 'font-size:13px;line-height:20px;font-weight:500')}</td>` +
    `<td valign="top"><a class="ink" href="${escapeHtml(url)}" style="color:${COLORS.ink};${link}">` +
    `${escapeHtml(text)}</a>${lines.map((line) => `<br>${line}`).join('')}</td>` +
    `<td valign="top" align="right" width="88" style="width:88px;padding-left:12px;white-space:nowrap">` +
    `${span(first, 'ink', 'font-size:14px;line-height:20px')}<br>${small(second)}</td>`
  return row('8px 0', columns(cells), '#e7e4dd')
}

/** Why the mail was sent, and how to stop it. */
export function footer(parts: (string | Link)[]): Html {
  const text = parts.map((part) => (typeof part === 'string' ? escapeHtml(part) : anchor(part)))
  const style = `margin:0;font-size:12px;line-height:18px;color:${COLORS.ink3}`
  return row('24px 0', `<p class="ink3" style="${style}">${text.join('')}</p>`)
}

function anchor({ text, url }: Link, size = ''): Html {
  const style = `color:${COLORS.ink2};text-decoration:underline${size}`
  return `<a class="ink2" href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`
}

function small(text: string): Html {
  return span(text, 'ink3', 'font-size:13px;line-height:18px;font-weight:400')
}

function span(text: string, tone: Tone, style: string): Html {
  return `<span class="${tone}" style="color:${COLORS[tone]};${style}">${escapeHtml(text)}</span>`
}

function columns(cells: Html): Html {
  return `<table ${TABLE} width="100%" style="table-layout:fixed"><tr>${cells}</tr></table>`
}

function row(padding: string, content: Html, line?: string): Html {
  const border = line === undefined ? '' : `;border-bottom:1px solid ${line}`
  return `<tr><td class="line" style="padding:${padding}${border}">${content}</td></tr>`
}
