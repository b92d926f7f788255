/** A tab of one of the browsers that the smoke run drives. Elements are named by XPath. */
export interface Tab {
  goto(url: string): Promise<void>
  /** The value of a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  click(xpath: string): Promise<void>
  /** Presses the keys of a text where the focus is; a line feed is Enter. */
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Writes a screenshot as PNG. */
  screenshot(file: string): Promise<void>
  /** Ends the browser. */
  close(): Promise<void>
}
