// Group commit: the requests that wait are inserted together and answered together, each exactly once, also across a crash.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { HttpError } from '../api/http/http-error.ts'
import type { Engine } from '../engine/engine.ts'
import type { Occurrence } from '../rows/occurrence.ts'
import type { Rows } from '../rows/rows.ts'
import { createCommit } from './commit.ts'
import type { Intents, Table } from './intent.ts'
import { intentOf } from './onlyNew.ts'
import type { Memory } from './memory.ts'

/** How long a lone request waits for company, and how long none may come before a group is thought to be whole. */
const GATHER_MILLISECONDS = 25

/**
 * While requests keep coming, the pause after a group is at least as long as the group took, and at most this long. An insert takes the
 * engine some 40 ms of processor time however few rows it brings, for it writes into ten tables: back to back, two hundred
 * requests a second fill a core with inserts of three rows each.
 */
const MOST_MILLISECONDS = 300

/** A group of so many rows is worth its insert: the next one follows without a pause, for which senders would only wait. */
const MANY_ROWS = 4_096

/**
 * Rows and bytes of one group: one block of the engine, well below what it would split. Twice the rows cost a tenth less processor
 * time a row, most of it for merging what was inserted, and the engine holds some more memory.
 */
const MAX_ROWS = 16_384
const MAX_BYTES = 32 * 1024 * 1024

/** Bytes that may wait. Beyond, senders are asked to come again: memory is for the engine. */
const MAX_WAITING = 96 * 1024 * 1024

/** After this long a waiting sender is sent away to come again; its rows, if they get in meanwhile, are known by their hash. */
const PATIENCE_MILLISECONDS = 10_000

export type Outcome = 'stored' | 'busy' | 'refused'
export type Group = {
  /** `hash` knows the request again: what is in already is not inserted a second time. */
  add(hash: string, table: Table, rows: Rows): Promise<Outcome>
  /**
   * Runs `work` while no group is under way: all that was answered is in every table, and nothing else is. Requests wait meanwhile. Refuses
   * where that is not to be: the store closes, or the engine does not take a group.
   */
  between<Answer>(work: () => Promise<Answer>): Promise<Answer>
  /**
   * Inserts what a crash left, before anything else. Where the engine does not take it, senders are told to come again until it does;
   * `late` is then called once it is in. Questions can be asked all the while. True: nothing is left.
   */
  recover(late: () => void): Promise<boolean>
  close(): Promise<void>
}
export type GroupOptions = {
  engine: Engine
  intents: Intents
  memory: Memory
  log: Logger
  stored: (occurrences: Occurrence[]) => void
  /** The disk is full, and stays so. */
  makeRoom: () => Promise<void>
}

type Waiting = {
  hash: string
  table: Table
  rows: Rows
  answer: Promise<Outcome>
  settle(outcome: Outcome): void
}

export function createGroup({ engine, intents, memory, log, stored, makeRoom }: GroupOptions): Group {
  const inFlight = new Map<string, Waiting>()
  let queue: Waiting[] = []
  let waiting = 0
  let closing = false
  /** The engine has failed on a group for longer than anybody waits: a full disk, most of the time. */
  let stuck = false
  let running: Promise<void> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const committing = createCommit({ engine, intents, memory, log, makeRoom, isClosing: () => closing })

  async function run(): Promise<void> {
    await pause(GATHER_MILLISECONDS)
    while (queue.length > 0) {
      const began = performance.now()
      const group = takeGroup()
      await commit(group)
      await gather(rowsOf(group) < MANY_ROWS ? Math.min(performance.now() - began, MOST_MILLISECONDS) : 0)
    }
    running = null
  }

  /** Until `least` has passed and nothing more comes, or a group is full. */
  async function gather(least: number): Promise<void> {
    const began = performance.now()
    for (
      let known = -1, passed = 0;
      passed < MOST_MILLISECONDS && !closing && !isFull();
      passed = performance.now() - began
    ) {
      if (passed >= least && queue.length === known) return
      known = queue.length
      await pause(GATHER_MILLISECONDS)
    }
  }

  function isFull(): boolean {
    return waiting > MAX_BYTES || rowsOf(queue) >= MAX_ROWS
  }

  function takeGroup(): Waiting[] {
    let [rows, size, end] = [0, 0, 0]
    for (const request of queue) {
      rows += request.rows.count
      size += request.rows.bytes.length
      if (end > 0 && (rows > MAX_ROWS || size > MAX_BYTES)) break
      end++
    }
    const group = queue.slice(0, end)
    queue = queue.slice(end)
    return group
  }

  function commit(group: Waiting[]): Promise<void> {
    return inTurn(() => insert(group))
  }

  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  async function insert(group: Waiting[]): Promise<void> {
    const { intent, rows, brought } = intentOf(group, memory)
    const patience = setTimeout(() => sendAway(group), PATIENCE_MILLISECONDS)
    const refused = await committing.begin(intent, rows)
    clearTimeout(patience)
    stuck = false
    for (const [at, request] of group.entries()) {
      forget(request)
      request.settle(refused?.includes(intent.parts[at]!) ? 'refused' : refused ? 'stored' : 'busy')
    }
    if (refused)
      stored([...brought].flatMap(([part, occurrences]) => (refused.includes(part) ? [] : occurrences)))
  }

  /** Until the group is in, nobody is kept waiting. Its own rows stay: they may be in, or come in, and are known by their hash then. */
  function sendAway(group: Waiting[]): void {
    stuck = true
    for (const request of group) request.settle('busy')
    for (const request of queue.splice(0)) {
      forget(request)
      request.settle('busy')
    }
  }

  function forget(request: Waiting): void {
    inFlight.delete(request.hash)
    waiting -= request.rows.bytes.length
  }

  return {
    add(hash, table, rows) {
      if (memory.has(hash)) return Promise.resolve('stored')
      const known = inFlight.get(hash)
      if (known) return known.answer
      if (closing || stuck || waiting + rows.bytes.length > MAX_WAITING) return Promise.resolve('busy')
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const request: Waiting = { hash, table, rows, answer: promise, settle: resolve }
      inFlight.set(hash, request)
      queue.push(request)
      waiting += rows.bytes.length
      running ??= run()
      return promise
    },
    between(work) {
      return closing || stuck ? refuse() : inTurn(() => (closing ? refuse() : work()))
    },
    async recover(late) {
      if (await committing.recover()) return true
      stuck = true
      void inTurn(async () => {
        await committing.recoverInTime()
        stuck = false
        late()
      })
      return false
    },
    async close() {
      closing = true
      await running
      await turn
    },
  }
}

function refuse(): Promise<never> {
  return Promise.reject(
    new HttpError(503, 'A group is under way that the engine does not take, or the store closes.'),
  )
}

function rowsOf(requests: Waiting[]): number {
  return requests.reduce((rows, request) => rows + request.rows.count, 0)
}
