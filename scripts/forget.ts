// `npm run forget -- USER`: deletes everything of a user.
import { command } from '../store/forget.ts'

await command('forget', process.argv.slice(2))
