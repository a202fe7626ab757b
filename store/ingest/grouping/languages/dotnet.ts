// Stacks of .NET, whose words are in the language of the system: "at F() in /src/Cart.cs:line 42".
import { type StackReader, type StackSection, frameOf, moduleOf, numberOf, startsWith } from './section.ts'

const LINE = '(?:line|Zeile|ligne|línea|строка|wiersz|linha|riga)'
const FRAME = new RegExp(
  [
    String.raw`^\s*(?:at|bei|à|en|в|w|em|in) (?<call>[\w.<>\x60+|\[\],&*=!$\u0080-\uffff-]+)`,
    String.raw`(?<parameters>\([^()]*(?:\([^()]*\)[^()]*)*\))`,
    String.raw`(?: (?:in|dans|en|в|w|em) (?<file>.{1,1000}?):${LINE} (?<line>\d{1,9}))?\.?$`,
  ].join(''),
)
/** With a line, a namespace of .NET, or parameters of a type and a name. */
const CERTAIN = new RegExp(
  [
    String.raw`:${LINE} \d+\.?$|--- End of |^\s+at (?:System|Microsoft)\.[\w.<>\x60]+\(`,
    String.raw`|^\s+at [\w.<>\x60+]+\([A-Z][\w.\x60[\]<>&*?]* \w+(?:, .*)?\)$`,
  ].join(''),
)
const INNER_START = /^ *-{3}> (?:\(Inner Exception #\d+\) )?(.*)$/
const INNER_END = /^\s*--- .*(?:inner exception|inneren Ausnahme|internal exception|exception interne)/i
const LIBRARY = startsWith(`
  System Microsoft Windows Interop Newtonsoft Npgsql Dapper Serilog Autofac MediatR AutoMapper
  FluentValidation Polly Hangfire MassTransit NHibernate NLog log4net Xunit NUnit Castle Grpc Google Amazon
  Azure StackExchange MySql MySqlConnector Oracle MongoDB RabbitMQ Swashbuckle OpenTelemetry Sentry Refit
  RestSharp HotChocolate Quartz Orleans UnityEngine lambda_method
`)

export const readDotnet: StackReader = (lines) => {
  if (!lines.some((line) => CERTAIN.test(line) && (FRAME.test(line) || line.includes('--- End')))) return null
  let frames: StackSection['frames'] = []
  const causes: StackSection[] = []
  const headers: string[] = []
  for (const line of lines) {
    const [, header] = INNER_START.exec(line) ?? []
    if (header !== undefined) headers.push(header)
    else if (INNER_END.test(line)) {
      causes.unshift({ header: headers.pop() ?? '', frames })
      frames = []
    } else {
      const { call, file, line: number } = FRAME.exec(line)?.groups ?? {}
      if (call !== undefined) frames.push(toFrame(call, file ?? '', numberOf(number)))
    }
  }
  const all = [{ header: '', frames }, ...causes]
  const first = all.findIndex((section) => section.frames.length > 0)
  return first < 0 ? null : all.slice(first)
}

function toFrame(call: string, file: string, line: number | null) {
  const readable = readableCall(call)
  const parts = readable.split('.').filter((part) => part !== '')
  const name = parts.pop() ?? readable
  const type = parts.join('.')
  return frameOf({
    function: parts.length === 0 ? name : `${parts.at(-1)}.${name}`,
    name: name.replace(/\[.*\]$/, ''),
    module: type === '' ? moduleOf(file) : type,
    file: file === '' ? type : file,
    line,
    isOwn: !LIBRARY.test(call),
  })
}

/** "Shop.Cart.Load" of "Shop.Cart.<Load>d__3.MoveNext" and "Shop.Cart.<>c__DisplayClass3_0.<Load>b__0". */
function readableCall(call: string): string {
  return call
    .replace(/[.+]<(\w+)>d__\d+(?:`\d+)?\.MoveNext$/, '.$1')
    .replace(/[.+]<>c(?:__DisplayClass[\d_]+)?(?:`\d+)?(?=\.)/, '')
    .replace(/<\w*>g__(\w+)\|[\d_]+$/, '$1')
    .replace(/<([\w.]+)>b__[\d_]+$/, '$1')
    .replaceAll(/`\d+(?:\[[^\]]*\])?/g, '')
    .replaceAll('+', '.')
}
