/** In place of the scroll lock of Radix's modal menus, which are not used: five kilobytes. */
export { Fragment as RemoveScroll } from 'react'
