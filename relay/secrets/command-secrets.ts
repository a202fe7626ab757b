// Replaces passwords in command lines: `curl -u anna:x`, `mysql -px`, `sshpass -p x`.
import { looksSecret } from './secret-look.ts'
import { type Pattern, literal } from './secret-prefilter.ts'

/** The programs that take a password behind an option, and the option with what precedes the password. */
const OPTIONS: [programs: string, option: string][] = [
  ['curl wget', String.raw`(?:-u|-U|--user|--proxy-user|-a|--auth)[ =]?["']?[\w.@+-]{0,64}:`],
  ['mysql mysqldump mysqladmin mysqlimport mariadb mariadb-dump', String.raw`-p["']?(?=[^\s-])`],
  ['sshpass mongosh mongo mongodump mongorestore mongoimport', String.raw`-p[ =]?["']?(?=[^\s-])`],
  ['docker podman helm buildah skopeo', String.raw`(?<=\blogin\b.{0,256} )-p[ =]?["']?(?=[^\s-])`],
  ['redis-cli valkey-cli', String.raw`-a[ =]?["']?(?=[^\s-])`],
  ['openssl', 'pass:'],
  ['http https', String.raw`(?:-a|--auth)[ =]?["']?[\w.@+-]{0,64}:`],
  ['keytool jarsigner', String.raw`-(?:store|key|deststore|srcstore)pass[ =]?["']?`],
  ['ssh-keygen', String.raw`-[NP] ["']?`],
  ['ldapsearch ldapmodify ldapadd', String.raw`-w ["']?`],
  ['smbclient', String.raw`-U ["']?[\w.\\-]{1,64}%`],
  ['zip unzip', String.raw`-P["' ]{0,2}`],
  ['7z 7za 7zz rar unrar', String.raw`-p["']?(?=[^\s-])`],
  ['sqlcmd bcp isql osql', String.raw`-P ?["']?`],
  ['htpasswd', String.raw`-\w{0,8}b\w{0,8} \S{1,256} \S{1,64} ["']?`],
  ['lftp', String.raw`-u ["']?[\w.@+-]{1,64},`],
  ['xfreerdp wfreerdp', '/p:'],
  ['sqlplus', String.raw`[\w.@+-]{1,64}/`],
  ['net', String.raw`/user:\S{1,128} ["']?(?=[^\s/])`],
  ['gpg gpg2', String.raw`--passphrase[ =]["']?`],
  ['snmpget snmpwalk snmpset', String.raw`-c ["']?`],
  ['rsync duplicity restic borg', String.raw`--password[ =]["']?`],
]
const ALL_PROGRAMS = OPTIONS.flatMap(([programs]) => programs.split(' '))
/** The rest of a command, at most. */
const COMMAND = new RegExp(String.raw`(?<![\w/.-])(${ALL_PROGRAMS.join('|')})( [^\n|;]{1,512})`, 'g')
const BY_PROGRAM = new Map(
  OPTIONS.flatMap(([programs, option]) => {
    const pattern = new RegExp(String.raw`((?<=\s)${option})(?!\[scrubbed\])[^\s"'\\]{1,256}`, 'g')
    return programs.split(' ').map((program): [string, RegExp] => [program, pattern])
  }),
)
/** A line of `.netrc`, not a frame of a function `login` above the line of a password. */
const NETRC =
  /(\blogin\s{1,8}[\w.@+-]{1,128}\s{1,16}password[ \t]{1,8})(?!\[scrubbed\]|[=:])[^\s"'\\]{1,256}/g
/** Commands of Redis, FTP and mail servers. */
const COMMAND_WORD = /\b((?:AUTH|PASS|requirepass|masterauth) )([^\s"'\\]{4,256})/g

export function commandPatterns(): Pattern[] {
  const programs = [...ALL_PROGRAMS, 'requirepass', 'masterauth']
  return programs.map((program) => literal(`${program} `))
}

export function hideCommandSecrets(text: string, replacement: string): string {
  return text
    .replace(COMMAND, (_, program: string, rest: string) => {
      const pattern = BY_PROGRAM.get(program)!
      return program + rest.replace(pattern, (__, option: string) => option + replacement)
    })
    .replace(NETRC, `$1${replacement}`)
    .replace(COMMAND_WORD, (match, word: string, value: string) =>
      looksSecret('password', value) ? word + replacement : match,
    )
}
