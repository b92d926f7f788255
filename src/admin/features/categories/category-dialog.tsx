import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { ColorArea, ColorThumb } from 'react-aria-components/ColorArea'
import { ColorPicker, parseColor } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorSwatch } from 'react-aria-components/ColorSwatch'
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Controller } from 'react-hook-form'
import { type Category, DEFAULT_CATEGORY_COLOR } from '../../../domain/sections/category.ts'
import { SECTIONS } from '../../../magazine/sections.ts'
import { CheckboxGroup } from '../../ui/fields/checkbox-group.tsx'
import { FormTextArea } from '../../ui/fields/form-field.tsx'
import { type NamedDialogProps, NamedDialog } from '../../resources/named/named-dialog.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { categories } from './categories.ts'

const SECTION_OPTIONS = SECTIONS.map(({ slug, title }) => ({ id: slug, label: title }))

/** Colours that can be told apart as dots, on light and on dark. */
const SWATCHES = [
  DEFAULT_CATEGORY_COLOR,
  '#1d5548',
  '#2f8f63',
  '#7a8b2e',
  '#d9982b',
  '#c9652c',
  '#a5432a',
  '#b0527a',
  '#7c4fa0',
  '#3f76b5',
  '#2b8a94',
  '#7a6a58',
] as const

export function CategoryDialog(props: NamedDialogProps<Category>) {
  return (
    <NamedDialog {...props} named={categories}>
      {(control) => (
        <>
          <FormTextArea control={control} name="description" label="Description" rows={3} />
          <Controller
            control={control}
            name="sections"
            render={({ field: { value, onChange } }) => (
              <CheckboxGroup
                label="Sections"
                options={SECTION_OPTIONS}
                value={value}
                onChange={onChange}
                description="The pages of the site that list its stories."
              />
            )}
          />
          <Controller
            control={control}
            name="color"
            render={({ field: { value, onChange, onBlur }, fieldState }) => (
              <ColorField
                label="Colour"
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                errorMessage={fieldState.error?.message}
                fallback={DEFAULT_CATEGORY_COLOR}
                swatches={SWATCHES}
              />
            )}
          />
        </>
      )}
    </NamedDialog>
  )
}

const HEX = /^#[0-9a-f]{6}$/i
const THUMB = 'size-5 rounded-full border-2 border-[white] shadow-[0_0_0_1px_rgb(0_0_0/0.4)]'

interface ColorFieldProps {
  label: string
  /** The typed or chosen text: '#6366f1', or not a colour yet. */
  value: string
  onChange: (text: string) => void
  onBlur: () => void
  errorMessage: string | undefined
  /** The picker's colour while the value is not one. */
  fallback: string
  swatches: readonly string[]
}

function ColorField({ label, value, onChange, onBlur, errorMessage, fallback, swatches }: ColorFieldProps) {
  const labelId = useId()
  const shown = parseColor(HEX.test(value) ? value : fallback)
  return (
    <ColorPicker value={shown} onChange={(color) => onChange(color.toString('hex').toLowerCase())}>
      <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1.5">
        <span id={labelId} className="text-sm font-semibold">
          {label}
        </span>
        <div className="flex items-start gap-2">
          <DialogTrigger>
            <Button
              aria-label={`Choose a colour, now ${shown.toString('hex')}`}
              className="mt-1.5 flex size-9.5 shrink-0 items-center justify-center rounded-md border border-edge bg-card"
            >
              <ColorSwatch className="size-5.5 rounded-sm" />
            </Button>
            <Popover placement="bottom start">
              <Dialog
                aria-label={label}
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
              </Dialog>
            </Popover>
          </DialogTrigger>
          <TextField
            label={`${label} as a hex value`}
            hideLabel
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            errorMessage={errorMessage}
            spellCheck="false"
            autoComplete="off"
            className="w-36"
          />
        </div>
      </div>
    </ColorPicker>
  )
}
