// Classes and a reducer. A comment `[name]` names the function that a frame in that line must have; `fails`
// names the break whose failing frame it is.

export type Item = { price: { net: number }; tags: string[] }

class Price {
  readonly net: number
  constructor(item: Item | undefined) {
    this.net = item!.price.net // [Price] fails constructor
  }
}

export class Order {
  readonly net: number
  constructor(net: number) {
    this.net = net
  }

  static parse(fields: Record<string, Item>): Order {
    const { net } = fields['total']!.price // [Order.parse] fails static method
    return new Order(net)
  }
}

export class Cart {
  readonly items: Item[]
  constructor(items: Item[]) {
    this.items = items
  }

  total(): number {
    let sum = 0
    for (let index = 0; index <= this.items.length; index++) {
      sum += this.items[index]!.price.net // [Cart.total] fails class method
    }
    return sum
  }

  get discount(): string {
    const [tag] = this.items.map((item) => item.tags.length)
    if (!tag) throw new RangeError('an item has no tags') // [Cart.discount] fails getter
    return String(tag)
  }
}

/** No field of a class: of an arrow function there WebKit reports a wrong column. */
export const checkout = {
  pay: (items: Item[], currency: string): string => {
    const price = new Price(items[0])
    if (currency !== 'EUR') throw new Error(`no currency ${currency}`) // [checkout.pay] fails arrow property
    return `${price.net} ${currency}`
  },
}

export function createPrice(items: Item[]): number {
  return new Price(items[items.length]).net * items.length // [createPrice]
}

export type Action = { type: string; item?: Item }

export function cartReducer(items: Item[], action: Action): Item[] {
  switch (action.type) {
    case 'add':
      return [...items, action.item!]
    case 'clear':
      return []
    default:
      throw new Error(`no such action: ${action.type}`) // [cartReducer] fails reducer
  }
}
