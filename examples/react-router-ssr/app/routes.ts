import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('products/:id', 'routes/product.tsx'),
  route('orders/:id', 'routes/order.tsx'),
  route('shop', 'routes/shop.tsx', [route('reviews', 'routes/reviews.tsx')]),
] satisfies RouteConfig
