export function Counter({ used, limit }: { used: number; limit: number }) {
  return (
    <span className={`text-xs ${used >= limit ? 'text-madder' : 'text-soft'}`}>
      {used}/{limit}
      <span className="sr-only"> characters used</span>
    </span>
  )
}
