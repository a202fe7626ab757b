// The names of all services of the installation: the color of a name depends on the others. In a file of its
// own, as the frame of all screens provides them and needs no colors.
import { createContext } from 'react'

export const ServiceNamesContext = createContext<string[]>([])
