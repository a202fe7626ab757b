// The part of source maps that other features use.
export { uploadCommand } from './upload-command.ts'
