import * as z from 'zod/mini'
import { HOME_PATH } from '../../../domain/sections/front.ts'
import { optional } from '../../data/requests/list-search.ts'

/** The address of a front's screen: `/admin/fronts/home?version=…`. */
export const frontSearchSchema = z.object({
  /** The version that is edited or viewed; the live one when left out. */
  version: optional(z.uuid()),
})

/** The name of a front in the address of its screen. */
export const frontName = (path: string): string => (path === HOME_PATH ? 'home' : path.slice(1))

/** The path of the page whose front it is. */
export const pathOfFront = (name: string): string => (name === 'home' ? HOME_PATH : `/${name}`)
