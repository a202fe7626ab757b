// Failures that the code does not cause: a lost connection, and a page that is older than the deploy.
import { pattern } from './pattern.ts'

/** Each is one issue per service. `stale chunk`: a part of a deploy that does not exist any more. */
export type EnvironmentFailure = 'network' | 'stale chunk'

const CHUNK = pattern('i')`
    dynamically imported module|Importing a module script failed|Loading (?:CSS )?chunk \S+ failed
    |Unable to preload CSS|^ChunkLoadError|Failed to load (?:chunk|module script)
    |not a valid JavaScript MIME type|(?:disallowed|responded with a) (?:JavaScript )?MIME type
    |Expected a JavaScript(?:-or-Wasm)? module script
  `

/** Messages of browsers, Node and common HTTP clients in English. Some browsers add the host in brackets. */
const NETWORK = pattern('i')`
    ^(?:Failed to fetch|fetch failed|network ?error\b|A network error occurred|Load failed
    |Network request failed|The network connection was lost
    |The Internet connection appears to be offline|cancelled|The request timed out
    |A server with the specified hostname could not be found|Could not connect to the server
    |An SSL error has occurred|A TLS error)
  `

/**
 * WebKit uses messages of its system, in the language of the device ("Die Netzwerkverbindung wurde …").
 * Engines write their own errors in English: a TypeError about a network in another language is WebKit's.
 */
const LOCALIZED_NETWORK = pattern('i')`
    netzwerkverbindung|internetverbindung|verbindung zum (?:internet|server)
    |zeitüberschreitung bei der anforderung|^abgebrochen|réseau|connexion (?:internet|au serveur)
    |^annulé|conexi[óo]n (?:de red|a internet|con el servidor)|^cancelado|conex[ãa]o (?:de rede
    |à internet|com a internet|com o servidor)|connessione (?:di rete|a internet|al server)|^annullato
    |netwerkverbinding|internetverbinding|verbinding met (?:het internet|de server)|nätverksanslutning
    |internetanslutning|netværksforbindelse|nettverks(?:forbindelse|tilkobling)|internett?forbindelse
    |internett?-?tilkobling|verkkoyhtey|internet-?yhtey|połączenie (?:sieciowe|z internetem|z serwerem)
    |сетевое соединение|подключени\S* к (?:интернету|сети|серверу)|соединение с (?:интернетом|сервером)
    |підключення до|ağ bağlantısı|internet bağlantısı|síťové připojení|připojení k internetu
    |hálózati kapcsolat|internetkapcsolat|σύνδεση|ネットワーク|インターネット|サーバ|네트워크|인터넷
    |网络|網路|網絡|互联网|互聯網|服务器|伺服器
    |الشبكة|الإنترنت|רשת|אינטרנט|เครือข่าย|อินเทอร์เน็ต|kết nối mạng|koneksi (?:jaringan|internet)
  `

export function environmentFailure(type: string, text: string): EnvironmentFailure | null {
  if (type === 'ChunkLoadError' || CHUNK.test(text)) return 'stale chunk'
  if (/^network ?error$/i.test(text)) return 'network'
  const native = type === 'TypeError' || type === ''
  return native && (NETWORK.test(text) || LOCALIZED_NETWORK.test(text)) ? 'network' : null
}
