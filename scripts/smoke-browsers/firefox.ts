import puppeteer from 'puppeteer-core'
import type { Tab } from './tab.ts'

/** Starts an installed Firefox, without a window. */
export async function openFirefox(executablePath: string): Promise<Tab> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (xpath) => page.locator(`::-p-xpath(${xpath})`).click(),
    async type(text) {
      for (const key of text) await (key === '\n' ? page.keyboard.press('Enter') : page.keyboard.type(key))
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async (file) => void (await page.screenshot({ path: `${file}.png` })),
    close: () => browser.close(),
  }
}
