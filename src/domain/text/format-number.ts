const NUMBER = new Intl.NumberFormat('en-GB')

/** '12,345'. */
export const formatNumber = (value: number): string => NUMBER.format(value)
