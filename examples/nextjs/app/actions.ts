'use server'

export async function placeOrder() {
  await Promise.resolve()
  throw new Error('the cart is locked')
}
