/** Alhambra's words: the pieces' names are those of the log. */
import { t, words } from '../../words/catalogue.svelte'
import type { Building, Category, Currency, Money } from './picture'

export const currencyName = (currency: Currency, n = 1): string => words.text(`alhambra.coin.${currency}`, { n })
export const categoryName = (category: string): string => words.text(`alhambra.category.${category}`)
export const currencyCode = (currency: Currency): string => t(`page.code.${currency}`)
export const categoryCode = (category: Category): string => t(`page.code.${category}`)

export const moneyName = ({ currency, value }: Money): string =>
  t('page.alhambra.money', { n: value, currency: currencyName(currency, value) })
export const buildingName = ({ category, price }: Building): string =>
  t('page.alhambra.building', { category: `@alhambra.category.${category}`, price })
