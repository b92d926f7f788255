import { readLocalEnv, readUrl } from '../src/backend/env/env.ts'
import type { Report } from '../src/node/report.ts'
import { leaveFor } from '../src/leaving/leave.ts'
import { LEAVING_FORMATS } from '../src/leaving/losses.ts'
import { openMagazine } from './open-magazine.ts'

/** `npm run export -- --to wordpress FOLDER`: the magazine for another system. `pictures`: where its importer finds the files. */
export async function leaveTo(
  to: string,
  folder: string,
  pictures: string | undefined,
  report: Report,
): Promise<void> {
  const format = LEAVING_FORMATS.find((known) => known === to)
  if (format === undefined) throw new Error(`--to takes ${LEAVING_FORMATS.join(' or ')}, not "${to}".`)
  const picturesUrl = pictures === undefined ? null : readUrl({ '--pictures': pictures }, '--pictures')
  const { service, stop } = await openMagazine(report)
  try {
    const { siteUrl } = readLocalEnv()
    const { lines } = await leaveFor(service, format, folder, {
      siteUrl,
      now: new Date(),
      report,
      picturesUrl,
    })
    console.log(['', ...lines.filter((line) => !line.startsWith('      '))].join('\n'))
    console.log(`\n${folder} is whole. Each place of the lines above is in left-out.txt there.`)
  } finally {
    await stop()
  }
}
