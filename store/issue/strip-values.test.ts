// What differs from one occurrence to the next is no other issue, and what tells issues apart is no value.
import { testGrouping, v8, type Pair } from '../testing/grouping-cases.ts'

const message = (title: string, a: string, b: string): Pair => [title, { message: a }, { message: b }]

testGrouping(
  'values in a text',
  [
    message(
      'ids of a shop system',
      'Customer cus_NffrFeUfNV2Hib has no card',
      'Customer cus_9s6XKzkNRiz8i3 has no card',
    ),
    message('numbers behind letters', 'Order ORD-2026-0017 not found', 'Order ORD-2025-98 not found'),
    message('a number in a name', 'user_42 was locked', 'user_7 was locked'),
    message(
      'UUIDs',
      'No row 1b4e28ba-2fa1-11d2-883f-0016d3cca427',
      'No row 6fa459ea-ee8a-3ca4-894e-db77e160355e',
    ),
    message(
      'ids of a document store',
      'Cast of 507f1f77bcf86cd799439011 failed',
      'Cast of 65f0c1d2e3b4a5968778695a failed',
    ),
    message(
      'sortable ids',
      'Job 01JD3ZK4Q8W9V7X6Y5T4S3R2Q1 is gone',
      'Job 01JD40A1B2C3D4E5F6G7H8J9K0 is gone',
    ),
    message('random ids', 'No room V1StGXR8_Z5jdHi6B-myT', 'No room k9Lw2Pq7-XcVbN3mZ_aS1'),
    message('quoted names', `Cannot load 'basket of ann'`, `Cannot load 'bob'`),
    message(
      'quotations beside apostrophes',
      `Can't load 'ann' because it isn't there`,
      `Can't load 'bob's list' because it isn't there`,
    ),
    message('quotation marks of other languages', 'Artikel „Regal“ fehlt', 'Artikel „Tisch, groß“ fehlt'),
    message('French quotation marks', 'Article « Table » introuvable', 'Article « Étagère 2 » introuvable'),
    message('a quotation cut off', 'Bad answer "not authorised for th', 'Bad answer "gone'),
    message('e-mail addresses', 'ann+shop@mail.example.org is taken', 'b@example.com is taken'),
    message(
      'addresses and their queries',
      'GET https://api.example.com/a?x=1 failed',
      'GET http://localhost:3000/b/c failed',
    ),
    message('paths of an API', 'POST /api/orders/17/lines failed', 'POST /api/orders/98/lines failed'),
    message('paths of files', 'ENOENT: /var/lib/shop/a.json', 'ENOENT: /home/ann/shop/data/b.json'),
    message(
      'paths of Windows',
      String.raw`Locked: C:\Users\ann\shop\a.db`,
      String.raw`Locked: D:\shop\data\b.db`,
    ),
    message(
      'hosts',
      'getaddrinfo ENOTFOUND api.orders.example',
      'getaddrinfo ENOTFOUND eu-1.api.orders.example',
    ),
    message(
      'IPv4 with a port',
      'connect ECONNREFUSED 10.0.0.1:5432',
      'connect ECONNREFUSED 192.168.17.2:5433',
    ),
    message('IPv6', 'connect ECONNREFUSED ::1', 'connect ECONNREFUSED 2001:db8::8a2e:370:7334'),
    message('hardware addresses', 'Device 00:1a:2b:3c:4d:5e left', 'Device a0-b1-c2-d3-e4-f5 left'),
    message('instants', 'Expired at 2026-11-20T08:15:30.123Z', 'Expired at 2026-11-21 23:59:01+01:00'),
    message(
      'dates as Americans write them',
      'Valid until 11/20/2026, 8:15:30 AM',
      'Valid until 1/2/2027, 11:59:59 PM',
    ),
    message('dates as Germans write them', 'Gültig bis 20.11.2026', 'Gültig bis 01.02.2027'),
    message('dates in words', 'Closed since Nov 20, 2026', 'Closed since May 1, 2025'),
    message(
      'dates as JavaScript prints them',
      'No slot on Fri Nov 20 2026 08:15:30 GMT+0100 (Central European Standard Time)',
      'No slot on Mon Jun 01 2026 23:00:00 GMT+0000 (Coordinated Universal Time)',
    ),
    message(
      'dates of HTTP',
      'Stale since Fri, 20 Nov 2026 08:15:30 GMT',
      'Stale since Sat, 1 Aug 2026 00:00:00 GMT',
    ),
    message('times of day', 'Shop opens at 08:00', 'Shop opens at 9:30:15 PM'),
    message('durations', 'Took 350 ms', 'Took 1m 12.5s'),
    message('sizes', 'Upload of 12 MB refused', 'Upload of 1.5GiB refused'),
    message('amounts of money', 'Total is €12.50', 'Total is 1.299,00 €'),
    message('numbers of other countries', 'Weight 1.234,56 exceeds', 'Weight 12,345.6 exceeds'),
    message('Swiss numbers and numbers with thin spaces', 'Sum 1’234’567 is odd', 'Sum 98 765 is odd'),
    message('digits of other scripts', 'الطلب ١٢٣ غير موجود', 'الطلب ٤٥ غير موجود'),
    message('negative numbers and exponents', 'Value -1.5e-7 is out of range', 'Value 42 is out of range'),
    message('lists of any length', 'Missing ids 1, 2, 3', 'Missing ids 17'),
    message('lists in brackets', 'Wrong: [1,2,3]', 'Wrong: ["a","b"]'),
    message('objects', 'Answer {"id":1,"name":"a"} is wrong', 'Answer {"id":2} is wrong'),
    message(
      'tokens',
      'Token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2ln refused',
      'Token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJib2IifQ.YW5v refused',
    ),
    message('what follows the first line', 'Sync failed\nat row 17: ann', 'Sync failed\nat row 9: bob'),
    message(
      'data: addresses',
      'Cannot decode data:image/png;base64,iVBORw0KGgo=',
      'Cannot decode data:image/webp;base64,UklGRg==',
    ),
    [
      'a text in the language of the reader, from the same place',
      { message: 'No stock for Regal', stacktrace: v8('reserve a.js:1:2', 'checkOut a.js:1:9') },
      { message: 'Kein Bestand für Tisch', stacktrace: v8('reserve a.js:1:2', 'checkOut a.js:1:9') },
    ],
    [
      'the name of a type before the message',
      { type: 'StockError', message: 'StockError: nothing left' },
      { type: 'StockError', message: 'nothing left' },
    ],
    [
      `what zone.js and consoles say before it`,
      { type: 'Error', message: `Uncaught (in promise): TypeError: basket.lines is not a function` },
      { type: 'TypeError', message: 'basket.lines is not a function' },
    ],
    [
      'a type with a code of Node',
      { type: 'TypeError [ERR_INVALID_ARG_TYPE]', message: 'x' },
      { type: 'TypeError', message: 'x' },
    ],
    ['minified names of a class', { type: 'Ke', message: 'No stock' }, { type: 'q', message: 'No stock' }],
  ],
  [
    message('another word', 'Basket not found', 'Order not found'),
    message(
      'a name of the code in backticks',
      'Check the render method of `BasketPage`.',
      'Check the render method of `LoginForm`.',
    ),
    message('other words around a value', 'Order 17 not found', 'Order 17 not paid'),
    message(
      'other errors of React',
      'Minified React error #185; visit https://react.dev/errors/185',
      'Minified React error #310; visit https://react.dev/errors/310',
    ),
    [
      'another type with the same text',
      { type: 'StockError', message: 'gone' },
      { type: 'PriceError', message: 'gone' },
    ],
    ['another service', { message: 'gone' }, { message: 'gone', service: 'orders-api' }],
  ],
)
