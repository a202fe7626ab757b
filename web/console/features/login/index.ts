// The login, for other features.
export { LoginSection } from './login-section.tsx'
export { leave } from './session.ts'
