import { create } from 'zustand'

export const useCustomersView = create(() => ({ text: '', page: 1 }))

export const searchCustomers = (text: string): void => useCustomersView.setState({ text, page: 1 })
