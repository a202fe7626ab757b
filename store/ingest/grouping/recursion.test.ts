// Endless recursions: which functions call each other is the bug; where the stack ends is chance.
import { gecko, testGrouping, v8, type Pair } from '../../testing/grouping-cases.ts'

const repeat = (times: number, ...frames: string[]): string[] =>
  Array.from({ length: times }, () => frames).flat()

const overflow = (title: string, a: string[], b: string[]): Pair => [
  title,
  { type: 'RangeError', message: 'Maximum call stack size exceeded', stacktrace: v8(...a) },
  { type: 'InternalError', message: 'too much recursion', stacktrace: gecko(...b) },
]

const WALK = ['walk a.js:1:2', 'visit a.js:2:2']

testGrouping(
  'endless recursions',
  [
    overflow('cut in either function', repeat(5, ...WALK), repeat(5, ...WALK.toReversed())),
    overflow(
      'cut in the middle of a long cycle',
      [
        ...repeat(1, 'a1x a.js:1:2', 'load a.js:1:2', 'open a.js:1:2', 'show a.js:1:2'),
        ...repeat(1, 'a1x a.js:1:2', 'load a.js:1:2'),
      ],
      repeat(4, 'open a.js:1:2', 'show a.js:1:2', 'a1x a.js:1:2', 'load a.js:1:2'),
    ),
    overflow(
      'a caller that repeats too',
      [...repeat(4, ...WALK), 'onClick a.js:3:2', ...repeat(2, 'runTask a.js:4:2')],
      repeat(9, ...WALK),
    ),
    overflow(
      'minified names of two deploys',
      repeat(5, 'a a-Dk3fA9x_.js:1:2', 'b a-Dk3fA9x_.js:1:2'),
      repeat(5, 'x a-Qm81xT0a.js:1:2', 'y a-Qm81xT0a.js:1:2'),
    ),
  ],
  [
    overflow('another function', repeat(5, 'walk a.js:1:2'), repeat(5, 'fold a.js:1:2')),
    overflow('a cycle and a part of it', repeat(5, ...WALK), repeat(10, 'walk a.js:1:2')),
    overflow('minified names in two files', repeat(5, 'a tree.js:1:2'), repeat(5, 'a list.js:1:2')),
  ],
)
