// The login, for other features.
export { acceptInvite, logOut } from './session.ts'
