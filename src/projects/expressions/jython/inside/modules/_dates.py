"""Dates of cells: those of Python, written as Java writes them, and with its names for their parts."""

from datetime import datetime


class OffsetDateTime(datetime):
    def __str__(self):
        text = '%04d-%02d-%02dT%02d:%02d' % (self.year, self.month, self.day, self.hour, self.minute)
        if self.second or self.microsecond:
            text += ':%02d' % self.second
        if self.microsecond:
            text += '.%06d' % self.microsecond if self.microsecond % 1000 else '.%03d' % (self.microsecond // 1000)
        return text + 'Z'

    toString = __str__

    def getYear(self):
        return self.year

    def getMonthValue(self):
        return self.month

    def getDayOfMonth(self):
        return self.day

    def getHour(self):
        return self.hour

    def getMinute(self):
        return self.minute

    def getSecond(self):
        return self.second
