import type { Node } from '@tiptap/pm/model'

/**
 * Remembers what `compute` gave for a block. Nodes are immutable: after a key only the block that was typed in is
 * computed again.
 */
export function perBlock<T extends object | string | number>(
  compute: (block: Node) => T,
): (block: Node) => T {
  const known = new WeakMap<Node, T>()
  return (block) => {
    const value = known.get(block) ?? compute(block)
    known.set(block, value)
    return value
  }
}
