"""A shop with Sentry's SDK. SENTRY_DSN names the receiver."""
import logging

import sentry_sdk


def price_of(item):
    return item["price"]


def total(items):
    return sum(price_of(item) for item in items)


sentry_sdk.init(release="shop-py@1.0.0", environment="test", traces_sample_rate=1.0)
sentry_sdk.set_user({"id": "anna", "email": "anna@shop.example"})
sentry_sdk.set_tag("team", "checkout")
sentry_sdk.add_breadcrumb(category="cart", message="added 9780")
with sentry_sdk.start_transaction(name="checkout", op="task"):
    try:
        try:
            total([{}])
        except KeyError as error:
            raise ValueError("no total") from error
    except ValueError as error:
        sentry_sdk.capture_exception(error)
    logging.error("paid with %s", "a card")
total([{}])
