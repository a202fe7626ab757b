// The answer of `/api/environments`. Types only.

export type EnvironmentRow = { environment: string; lastSeen: string }

export type EnvironmentsAnswer = { environments: EnvironmentRow[] }
