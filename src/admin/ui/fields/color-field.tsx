import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { ColorArea, ColorThumb } from 'react-aria-components/ColorArea'
import { ColorPicker, parseColor } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorSwatch } from 'react-aria-components/ColorSwatch'
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from '../overlays/popover.tsx'
import { TextField } from './text-field.tsx'

const HEX = /^#[0-9a-f]{6}$/i
const THUMB = 'size-5 rounded-full border-2 border-[white] shadow-[0_0_0_1px_rgb(0_0_0/0.4)]'

interface ColorFieldProps {
  label: string
  /** What it is a colour for, where the label alone does not say it. */
  name?: string
  /** The typed or chosen text: '#6366f1', or not a colour yet. */
  value: string
  onChange: (text: string) => void
  onBlur: () => void
  errorMessage: string | undefined
  description?: string
  /** The picker's colour while the value is not one. */
  fallback: string
  /** Colours that are proposed. */
  swatches?: readonly string[]
  isDisabled?: boolean
}

/** A colour, chosen in a picker or typed as a hex value. */
export function ColorField({
  label,
  name = label,
  value,
  onChange,
  onBlur,
  errorMessage,
  description,
  fallback,
  swatches = [],
  isDisabled = false,
}: ColorFieldProps) {
  const [labelId, descriptionId] = [useId(), useId()]
  const shown = parseColor(HEX.test(value) ? value : fallback)
  return (
    <ColorPicker value={shown} onChange={(color) => onChange(color.toString('hex').toLowerCase())}>
      <div
        role="group"
        aria-labelledby={labelId}
        aria-describedby={description === undefined ? undefined : descriptionId}
        className="flex max-w-full flex-col gap-1.5"
      >
        <span id={labelId} className="text-sm font-semibold">
          {label}
        </span>
        <div className="flex items-start gap-2">
          <DialogTrigger>
            <Button
              aria-label={`Choose a colour, now ${shown.toString('hex')}`}
              isDisabled={isDisabled}
              className="mt-1.5 flex size-9.5 shrink-0 items-center justify-center rounded-md border border-edge bg-card"
            >
              <ColorSwatch className="size-5.5 rounded-sm" />
            </Button>
            <Popover placement="bottom start">
              <Dialog
                aria-label={name}
                className="relative flex min-h-0 w-64 flex-col gap-3 overflow-auto p-3 outline-none"
              >
                <ColorArea
                  colorSpace="hsb"
                  xChannel="saturation"
                  yChannel="brightness"
                  className="h-36 min-h-16 w-full shrink rounded-md"
                >
                  <ColorThumb className={THUMB} />
                </ColorArea>
                <ColorSlider colorSpace="hsb" channel="hue" aria-label="Hue">
                  <SliderTrack className="h-5 w-full shrink-0 rounded-full">
                    <ColorThumb className={`top-1/2 ${THUMB}`} />
                  </SliderTrack>
                </ColorSlider>
                {swatches.length > 0 && (
                  <ColorSwatchPicker aria-label="Suggestions" className="flex flex-wrap gap-1.5">
                    {swatches.map((color) => (
                      <ColorSwatchPickerItem
                        key={color}
                        color={color}
                        className="rounded-sm p-0.5 outline-offset-1 data-focus-visible:outline-2 data-focus-visible:outline-focus data-selected:outline-2 data-selected:outline-ink"
                      >
                        <ColorSwatch className="size-5.5 rounded-sm" />
                      </ColorSwatchPickerItem>
                    ))}
                  </ColorSwatchPicker>
                )}
              </Dialog>
            </Popover>
          </DialogTrigger>
          <TextField
            label={`${name} as a hex value`}
            hideLabel
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            errorMessage={errorMessage}
            isDisabled={isDisabled}
            spellCheck="false"
            autoComplete="off"
            className="w-36 min-w-0 shrink [&_input]:min-w-0"
          />
        </div>
        {description !== undefined && (
          <p id={descriptionId} className="text-xs text-soft">
            {description}
          </p>
        )}
      </div>
    </ColorPicker>
  )
}
