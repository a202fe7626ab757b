/** Extensions that translate the page move nodes. */
export function removeChild(parent: Node, child: Node): void {
  if (parent.firstChild === null) return
  parent.removeChild(child)
}
