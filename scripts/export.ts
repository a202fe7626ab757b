// `npm run export -- USER [FILE]`: everything of a user as one JSON file.
import { command } from '../store/forget.ts'

await command('export', process.argv.slice(2))
