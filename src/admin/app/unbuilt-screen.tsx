import { EmptyState } from '../ui/empty-state.tsx'

/** Stands at the address of a screen that does not exist yet and says so. */
export function UnbuiltScreen({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-7xl p-4 md:p-7">
      <h1 className="mb-5 font-serif text-3xl tracking-[-0.02em]">{title}</h1>
      <div className="rounded-lg border border-rule bg-card">
        <EmptyState title="This screen is not built yet." />
      </div>
    </div>
  )
}
