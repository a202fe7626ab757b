// Stacks of the JVM (Java, Kotlin, Scala, Groovy), and of OpenTelemetry's SDK for PHP, which writes the same
// syntax.
import { type StackReader, type StackSection, frameOf, numberOf, startsWith } from './section.ts'

/** The languages of the JVM, and PHP. */
const FILE = String.raw`[\w$. -]+\.(?:java|kts?|scala|groovy|clj|php)`
const NO_FILE = String.raw`(?:Unknown Source|SourceFile)(?::\d{1,9})?|Native Method`
const FRAME = new RegExp(
  String.raw`^\s*at (?:[\w.@-]+(?:\/[\w.@-]*)?\/)?([\w.$<>\-/{}\u0080-\uffff]{1,500})` +
    String.raw`\((?:(${FILE})(?::(\d{1,9}))?|${NO_FILE}|<generated>|[\w$]+)\)(?:\s+~?\[.*\])?$`,
)
/** No engine of JavaScript writes such a line. */
const CERTAIN = new RegExp(String.raw`\((?:${FILE}:\d+|${NO_FILE})\)`)
const CAUSE = /^\s*Caused by: (.*)$/
/** Of another error: of one while a resource was closed. */
const SUPPRESSED = /^\s*(?:\[CIRCULAR REFERENCE:|Suppressed: |Wrapped by: )/
const LIBRARY = startsWith(`
  java javax jakarta jdk sun com.sun oracle kotlin kotlinx scala groovy clojure android androidx dalvik
  com.android org.springframework org.apache org.hibernate org.eclipse org.jboss org.junit org.codehaus
  org.slf4j org.postgresql org.h2 org.aspectj org.gradle org.mockito org.thymeleaf org.glassfish
  org.graalvm org.wildfly org.mybatis org.jetbrains org.json org.flywaydb org.liquibase org.redisson
  org.mongodb org.bson org.objectweb org.keycloak org.reactivestreams io.netty io.micronaut io.quarkus
  io.vertx io.undertow io.ktor io.grpc io.reactivex io.opentelemetry io.micrometer io.sentry io.lettuce
  io.r2dbc io.smallrye io.swagger io.jsonwebtoken io.projectreactor io.opentracing reactor rx akka play
  ch.qos net.bytebuddy net.sf okhttp3 okio retrofit2 feign brave redis com.google com.fasterxml com.zaxxer
  com.mysql com.mongodb com.microsoft com.amazonaws com.squareup com.netflix com.github.benmanes
  com.datastax com.typesafe com.hazelcast com.querydsl com.vaadin com.ibm com.jayway
`)
/** Of PHP. */
const PHP_LIBRARY = startsWith(`
  Illuminate Symfony Laravel Doctrine GuzzleHttp Slim Twig PHPUnit Monolog Psr Composer OpenTelemetry League
  Cake yii CodeIgniter Zend Laminas Livewire Nette React Amp Predis WP_Hook
`)
/** Classes that frameworks make at run time. */
const GENERATED =
  /\$\$(?:Lambda|Enhancer|FastClass|Spring)|\$Proxy\d|GeneratedMethodAccessor|\$HibernateProxy/

export const readJava: StackReader = (lines) => {
  if (!lines.some((line) => FRAME.test(line) && CERTAIN.test(line))) return null
  const sections: StackSection[] = [{ header: '', frames: [] }]
  let isSuppressed = false
  for (const line of lines) {
    const [, cause] = CAUSE.exec(line) ?? []
    if (cause !== undefined) {
      sections.push({ header: cause, frames: [] })
      isSuppressed = false
    } else if (SUPPRESSED.test(line)) isSuppressed = true
    else if (!isSuppressed) {
      const [, call, file, number] = FRAME.exec(line) ?? []
      if (call !== undefined) sections.at(-1)!.frames.push(toFrame(call, file ?? '', numberOf(number)))
    }
  }
  return sections[0]!.frames.length === 0 && sections.length > 1 ? sections.slice(1) : sections
}

function toFrame(call: string, file: string, line: number | null) {
  const path = call.slice(call.lastIndexOf('/') + 1)
  const parts = path.split('.')
  const method = parts.pop() ?? ''
  const className = parts.pop() ?? ''
  const folder = parts.join('/')
  const [outer = ''] = className.split('$')
  return frameOf({
    function: className === '' ? method : `${className}.${method}`,
    name: nameOf(className, method),
    module: [...parts, outer].join('.'),
    file: [folder, file === '' ? outer : file].filter((part) => part !== '').join('/'),
    line,
    isOwn: !LIBRARY.test(path) && !PHP_LIBRARY.test(path) && !GENERATED.test(path),
  })
}

/** "total" of "lambda$total$0", and of Kotlin's "Cart$total$1.invokeSuspend": their numbers change. */
function nameOf(className: string, method: string): string {
  const [, lambda] = /^lambda\$(.+?)\$\d+$/.exec(method) ?? /^\$anonfun\$(.+?)\$\d+$/.exec(method) ?? []
  if (lambda !== undefined) return lambda
  if (!/^(?:invoke|invokeSuspend|apply|run|call|accept|get)$/.test(method)) return method
  return (
    className
      .split('$')
      .slice(1)
      .findLast((part) => /^[a-z]\w{2,}$/.test(part)) ?? method
  )
}
