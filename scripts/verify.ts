// `npm run verify`: checks the data of a store that does not run, and repairs what can be repaired.
import { command } from '../store/database/verify/command.ts'

await command()
