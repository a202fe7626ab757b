import { HoneycombWebSDK } from '@honeycombio/opentelemetry-web'

new HoneycombWebSDK({ apiKey: 'none', serviceName: 'bench', endpoint: `${location.origin}/taken` }).start()
