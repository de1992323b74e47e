import { expect, it } from 'vitest'
import { addressOf, arrive, go, pastedAddress, type Route, routeOf } from '../src/net/address'

const routes: Route[] = [
  { page: 'home' },
  { page: 'table', id: 'abc', key: 'k-1_2' },
  { page: 'table', id: 'abc', key: '' },
  { page: 'end', id: 'abc' },
  { page: 'pass', code: 'once' },
  { page: 'mail', what: 'off', code: 'stop' },
  { page: 'card' },
  { page: 'history' },
  { page: 'stats', game: 'enghien' },
  { page: 'replay', id: 'abc', ply: 61 },
  { page: 'rules', game: 'alhambra', clause: 'ALH-12' },
  { page: 'rules', game: 'carpe_diem', clause: '' },
]

it.each(routes)('%o has an address of its own', (route) => {
  expect(routeOf(new URL(addressOf(route), 'http://bastide.test'))).toEqual(route)
})

it('knows what it does not know', () => {
  expect(routeOf({ pathname: '/rules/', hash: '' })).toEqual({ page: 'missing' })
  expect(routeOf({ pathname: '/rules/a-b', hash: '' })).toEqual({ page: 'missing' })
  expect(routeOf({ pathname: '/table/', hash: '' })).toEqual({ page: 'missing' })
  expect(routeOf({ pathname: '/somewhere', hash: '' })).toEqual({ page: 'missing' })
})

it('reads a pasted link in any form', () => {
  expect(pastedAddress(' http://bastide.test/table/abc#key ')).toBe('/table/abc#key')
  expect(pastedAddress('/table/abc')).toBe('/table/abc')
  expect(pastedAddress('abc')).toBe('/table/abc')
})

it('takes a key out of the address bar, and keeps it with the entry of the history', () => {
  go('/table/abc#secret')
  expect(arrive()).toEqual({ page: 'table', id: 'abc', key: 'secret' })
  expect(location.href).not.toContain('secret')
  expect(arrive()).toEqual({ page: 'table', id: 'abc', key: 'secret' })
  go('/end/abc')
  expect(arrive()).toEqual({ page: 'end', id: 'abc' })
  go('/rules/enghien#ENG-01')
  expect(arrive()).toEqual({ page: 'rules', game: 'enghien', clause: 'ENG-01' })
  expect(location.hash).toBe('#ENG-01')
})
