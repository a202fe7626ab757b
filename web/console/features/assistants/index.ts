// Assistants and scripts: what other features use.
export { AssistantsStep } from './assistants-step.tsx'
