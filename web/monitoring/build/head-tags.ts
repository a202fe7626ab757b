// The head snippet as HTML, for any bundler or none. `boot.ts` has the code, `head-code.ts` has it minified.

import { createHash } from 'node:crypto'
import { buttonStyle, coverStyle, screenStyle, textEnd, textStart, textStyle } from '../errors/fallback.ts'
import { headScripts } from './head-code.ts'
import type { Options } from '../options.ts'
import { encodeAttributes, envelope } from '../errors/record.ts'

/** Options of `init` are used for the record that the snippet sends. */
export type HeadOptions = Pick<Options, 'release' | 'environment' | 'url' | 'root'> & {
  service: string
  /** Milliseconds after the page's `load` event until something must be mounted. Default 8000. */
  patience?: number
}

/** HTML for a page that Vite does not build: first in the head, before all other scripts. */
export function headTags(options: HeadOptions): string {
  const [snippet, template] = tags(options)
  const attributes = Object.entries(template.attrs).map(
    ([name, value]) => ` ${name}='${value.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`,
  )
  const script = `<script>${snippet.children}</script>`
  return `${script}\n<template${attributes.join('')}>${template.children}</template>`
}

/** For the `script-src` of a Content-Security-Policy. The hashes do not depend on the options. */
export function policyHashes(): string {
  return headScripts
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')
}

/** An element, in the form of Vite's hook `transformIndexHtml`. */
export type Tag = {
  tag: string
  attrs: Record<string, string>
  children: string
  injectTo: 'head-prepend' | 'body'
}

export function tags(options: HeadOptions): [snippet: Tag, template: Tag] {
  const [bootScript, reportScript] = headScripts
  const { url = '/monitoring', root = '#root, #app', patience = 8000 } = options
  const attrs = {
    id: 'errata',
    'data-root': root.replaceAll('"', "'"),
    'data-patience': String(patience),
    'data-url': url,
    // Percent-encoded: Vite 5 does not escape the quotes of JSON in an attribute.
    'data-record': encodeURI(recordTemplate(options)),
  }
  return [
    { tag: 'script', attrs: {}, children: bootScript, injectTo: 'head-prepend' },
    // At the end of the body: it is needed only if everything else has failed.
    {
      tag: 'template',
      attrs,
      children: `${screenTemplate()}<script>${reportScript}</script>`,
      injectTo: 'body',
    },
  ]
}

/** The fallback screen as HTML; `data-fill` names the value that the snippet fills in. */
function screenTemplate(): string {
  const button = `<button type="button" data-style="${buttonStyle}">`
  return [
    `<section role="alert" lang="en" dir="ltr" data-style="${screenStyle}${coverStyle}">`,
    `<p data-style="${textStyle}">${textStart}<span data-fill="$host"></span>${textEnd}</p>`,
    `<p data-style="${textStyle}">Digest: <code data-style="${textStyle}" data-fill="$digest"></code></p>`,
    `${button}Reload</button>${button}Copy digest</button>`,
    '</section>',
  ].join('')
}

/** A fatal record as OTLP/JSON; the snippet replaces `$…`. */
function recordTemplate({ service, release, environment }: HeadOptions): string {
  const resource = {
    'service.name': service,
    'service.version': release,
    'deployment.environment.name': environment,
    'telemetry.sdk.name': 'errata',
    'telemetry.sdk.language': 'webjs',
    'user_agent.original': '$agent',
  }
  const attributes = {
    'exception.type': '$type',
    'exception.message': '$message',
    'exception.stacktrace': '$stack',
    'errata.digest': '$digest',
    'errata.mechanism': 'boot',
    'url.full': '$url',
  }
  const logRecord = {
    timeUnixNano: '$time',
    eventName: 'exception',
    severityNumber: 21,
    attributes: encodeAttributes(attributes),
  }
  return envelope(resource, [JSON.stringify(logRecord)])
}
